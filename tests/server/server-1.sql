BEGIN TRANSACTION;
CREATE TABLE commands (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, guest TEXT NOT NULL, id TEXT NOT NULL,
    seq INTEGER NOT NULL, PRIMARY KEY (match, guest, id)
) WITHOUT ROWID;
INSERT INTO "commands" VALUES('ry-K4pMbH4lj_deZ6wnDlA','ann','id-0',2);
INSERT INTO "commands" VALUES('ry-K4pMbH4lj_deZ6wnDlA','ann','id-2',3);
INSERT INTO "commands" VALUES('ry-K4pMbH4lj_deZ6wnDlA','ann','id-3',5);
INSERT INTO "commands" VALUES('ry-K4pMbH4lj_deZ6wnDlA','ann','id-5',6);
INSERT INTO "commands" VALUES('yjflINyrZWwi4Zu3wt3K-w','ann','id-0',2);
INSERT INTO "commands" VALUES('yjflINyrZWwi4Zu3wt3K-w','ann','id-2',3);
CREATE TABLE guests (guest TEXT PRIMARY KEY, created REAL NOT NULL) WITHOUT ROWID;
INSERT INTO "guests" VALUES('ann',1.79477759567245173447e+09);
INSERT INTO "guests" VALUES('bo',1.79477759567312240601e+09);
CREATE TABLE log (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, n INTEGER NOT NULL, body TEXT NOT NULL,
    chain BLOB NOT NULL, PRIMARY KEY (match, n)
) WITHOUT ROWID;
INSERT INTO "log" VALUES('ry-K4pMbH4lj_deZ6wnDlA',0,'{"seat":0,"choice":["roll"]}',X'445BF356964B4F3F2C8AA48F40A02381');
INSERT INTO "log" VALUES('ry-K4pMbH4lj_deZ6wnDlA',1,'{"chance":"1/0/roll/1","result":[1,5,3,1,4]}',X'F062694B068264213A29DA93F5903784');
INSERT INTO "log" VALUES('ry-K4pMbH4lj_deZ6wnDlA',2,'{"seat":0,"choice":["fill","ones"]}',X'7B5B09DA8AC5DA3804725CF7ACF44B1C');
INSERT INTO "log" VALUES('ry-K4pMbH4lj_deZ6wnDlA',3,'{"seat":1,"choice":["roll"]}',X'C5F606339F5C429579E49F1AE188512A');
INSERT INTO "log" VALUES('ry-K4pMbH4lj_deZ6wnDlA',4,'{"chance":"2/1/roll/1","result":[1,6,2,1,2]}',X'D044CD99B00240A26114F48D44AFF63B');
INSERT INTO "log" VALUES('ry-K4pMbH4lj_deZ6wnDlA',5,'{"seat":1,"choice":["fill","ones"]}',X'D448CCCAC264A378F7B8B9C1F138F22D');
INSERT INTO "log" VALUES('yjflINyrZWwi4Zu3wt3K-w',0,'{"seat":0,"choice":["roll"]}',X'445BF356964B4F3F2C8AA48F40A02381');
INSERT INTO "log" VALUES('yjflINyrZWwi4Zu3wt3K-w',1,'{"chance":"1/0/roll/1","result":[4,5,6,4,6]}',X'FC54EA397065C50BB5311EB6159BB3E4');
INSERT INTO "log" VALUES('yjflINyrZWwi4Zu3wt3K-w',2,'{"seat":0,"choice":["fill","ones"]}',X'BB1F8E02EF547F3353FD28573425BCEE');
CREATE TABLE matches (
    id TEXT PRIMARY KEY, game TEXT NOT NULL, number INTEGER NOT NULL, owner TEXT NOT NULL, watch INTEGER NOT NULL,
    paper TEXT NOT NULL, base INTEGER NOT NULL, turn INTEGER NOT NULL, asked INTEGER, finished INTEGER NOT NULL,
    rematch TEXT, updated REAL NOT NULL
) WITHOUT ROWID;
INSERT INTO "matches" VALUES('ry-K4pMbH4lj_deZ6wnDlA','yahtzee',1,'ann',0,'{"format":"dicecup-save","version":1,"checksum":"fe9a142486adc72eb73188a3126b0b5f3cb428c765096cd8450ec72ce8c3cdd2","body":{"game":"yahtzee","number":1,"never_ask":{},"secret":{"key":"330df4971476f0ed50da0888ddbe4cce05d2ae76df6d67a763f9c24affdba2e2"},"carry":null,"start":{"at":0,"state":{"names":["Ann","Bo","Cy"],"options":{"start":"seat-order","rules":"standard"},"turn":0,"phase":"begin","sheets":[{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]},{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]},{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]}],"card":1,"current":0,"dice":[],"rolls":0,"contenders":[],"sums":[],"order_round":1}},"log":[],"snapshot":{"at":0,"state":{"names":["Ann","Bo","Cy"],"options":{"start":"seat-order","rules":"standard"},"turn":1,"phase":"roll","sheets":[{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]},{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]},{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]}],"card":1,"current":0,"dice":[],"rolls":0,"contenders":[],"sums":[],"order_round":1}}}}
',0,3,2,0,NULL,1.79477759582191085819e+09);
INSERT INTO "matches" VALUES('yjflINyrZWwi4Zu3wt3K-w','yahtzee',1,'ann',0,'{"format":"dicecup-save","version":1,"checksum":"cb67e8f0f63ec93bec6ec6a0bc3480fdc33e28a6a5fc9c591c94c3dea36ed55c","body":{"game":"yahtzee","number":1,"never_ask":{},"secret":{"key":"076afc4f5c25843e787a555ee8d8fef291057b5c7d8a1271e9925e58dd0cc9cd"},"carry":null,"start":{"at":0,"state":{"names":["Ann","Cy"],"options":{"start":"seat-order","rules":"official"},"turn":0,"phase":"begin","sheets":[{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]},{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]}],"card":1,"current":0,"dice":[],"rolls":0,"contenders":[],"sums":[],"order_round":1}},"log":[],"snapshot":{"at":0,"state":{"names":["Ann","Cy"],"options":{"start":"seat-order","rules":"official"},"turn":1,"phase":"roll","sheets":[{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]},{"boxes":[-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1,-1],"extra_yahtzees":0,"past":[]}],"card":1,"current":0,"dice":[],"rolls":0,"contenders":[],"sums":[],"order_round":1}}}}
',0,2,1,0,NULL,1.79477759583437204357e+09);
CREATE TABLE seats (
    match TEXT NOT NULL REFERENCES matches ON DELETE CASCADE, seat INTEGER NOT NULL, name TEXT NOT NULL,
    player TEXT NOT NULL, level TEXT NOT NULL, guest TEXT NOT NULL, invite TEXT NOT NULL,
    PRIMARY KEY (match, seat)
) WITHOUT ROWID;
INSERT INTO "seats" VALUES('ry-K4pMbH4lj_deZ6wnDlA',0,'Ann','person','','ann','');
INSERT INTO "seats" VALUES('ry-K4pMbH4lj_deZ6wnDlA',1,'Bo','person','','ann','');
INSERT INTO "seats" VALUES('ry-K4pMbH4lj_deZ6wnDlA',2,'Cy','open','','','b1962e327acbd5178b38763c109169a8842f7c9f43a31d52254d6eb02cdf2123');
INSERT INTO "seats" VALUES('yjflINyrZWwi4Zu3wt3K-w',0,'Ann','person','','ann','');
INSERT INTO "seats" VALUES('yjflINyrZWwi4Zu3wt3K-w',1,'Cy','open','','','887ef945f8ecf06e086ee026cf896ab2c89e712050ac37f9f23231e75de41d53');
CREATE INDEX matches_by_owner ON matches (owner);
CREATE INDEX seats_by_guest ON seats (guest) WHERE guest <> '';
CREATE UNIQUE INDEX seats_by_invite ON seats (invite) WHERE invite <> '';
COMMIT;
PRAGMA user_version = 1;
