// Half dragon, half office equipment. Correct, polite and full of forms.
import type { Voice } from "./voice";

export const dragon: Voice = {
  remarks: {
    great: [
      "Outcome exceeds forecast. Printing certificate.",
      "Luck module: finally out of beta.",
      "I shall frame this roll.",
      "Efficiency, with wings.",
    ],
    bad: [
      "Dice have been reported to support.",
      "Have you tried rolling them off and on again?",
      "Result filed under ‘character building’.",
      "Unexpected item in the dice area.",
    ],
    attacks: [
      "You are being processed. Please hold.",
      "Deploying claws. Kindly sign here.",
      "This is not personal. It is scheduled.",
      "Fire drill. Real fire.",
      "Initiating impolite mode.",
    ],
    hurt: [
      "Dent detected. Invoice follows.",
      "My paint! It was genuine red!",
      "Several of those were important bolts.",
      "I am not angry. I am recalculating.",
    ],
    low: [
      "Please do not switch off the dragon.",
      "Maintenance is overdue. As I have mentioned.",
      "Warning: dragon may contain loose parts.",
      "Saving my documents, just in case.",
    ],
    enters: [
      "Tokyo acquired. Updating the map.",
      "New head office. Pleasant view.",
      "I am home. Adjusting the thermostat to ‘lava’.",
      "Occupancy permit: granted, by me.",
    ],
    leaves: [
      "Relocating for tax reasons.",
      "Meeting adjourned.",
      "Logging out of Tokyo.",
      "This is a planned withdrawal. As of now.",
    ],
    stays: ["Request to leave: denied.", "I have a lease.", "Shields at ‘stubborn’.", "My calendar says: here."],
    buys: [
      "Purchase approved. By me, for me.",
      "Installing. Do not unplug the dragon.",
      "It will be on my expense report.",
      "I read the whole licence. I am like that.",
      "One upgrade, no receipt necessary.",
    ],
    knocks: ["Your session has ended.", "Opponent archived.", "Ticket closed. Thank you for playing."],
    dies: [
      "This dragon has performed an illegal operation…",
      "Powering down. Keep the receipt.",
      "Zero… hearts… remaining…",
    ],
    wins: [
      "All targets met. Bonus: Tokyo.",
      "Victory. Minutes of this meeting will be sent out.",
      "Competition complete. Please rate your dragon.",
    ],
    waits: [
      "Your decision is important to us. Please continue.",
      "Idle. Idle. Still idle.",
      "I have defragmented my tail meanwhile.",
    ],
  },
  reasons: [
    (said) => `Computed. ${said}`,
    (said) => `${said} End of report.`,
    (said) => `Review complete. ${said}`,
    (said) => `Item one. ${said}`,
    (said) => `${said} Filed under smoke and fire.`,
    (said) => `${said} Margin of error: none.`,
  ],
};
