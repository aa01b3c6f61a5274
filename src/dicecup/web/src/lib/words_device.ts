// What the page says about the device it is on: loudness, full screen, a screen that stays on, an app among others.

export const deviceWords = {
  title: "Sound and this device",
  volume: "Volume",
  volumeIs: (percent: number) => `${percent}%`,
  awake: "Keep the screen on during a game",
  full: "Full screen",
  leaveFull: "Leave full screen",
  install: "Install as an app",
  installNote: "Dicecup then has its own icon and window.",
};
