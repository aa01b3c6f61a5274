// Every sentence about playing with friends that the page says by itself, up to where the game begins.

export const partyWords = {
  closed: "This page has left the table.",
};
