import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { listen } from "./lib/meant";
import { dress } from "./lib/settings.svelte";

dress();
listen(window);
const target = document.getElementById("app");
if (target) mount(App, { target });
