import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { settleIn } from "./lib/app";
import { listen } from "./lib/meant";
import { dress } from "./lib/settings.svelte";
import { listenFor } from "./lib/sound";

dress();
listen(window);
listenFor(window);
// The program has been renewed since this page came, and has other files now: the page comes again, but never in circles.
window.addEventListener("vite:preloadError", (event) => {
  const now = Date.now();
  if (now - Number(sessionStorage.getItem("renewed") ?? 0) < 60_000) return;
  sessionStorage.setItem("renewed", `${now}`);
  event.preventDefault();
  location.reload();
});
const target = document.getElementById("app");
if (target) mount(App, { target });
settleIn();
