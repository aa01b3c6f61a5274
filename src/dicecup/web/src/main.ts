import { mount } from "svelte";
import App from "./App.svelte";
import "./app.css";
import { dress } from "./lib/settings.svelte";

dress();
const target = document.getElementById("app");
if (target) mount(App, { target });
