#!/usr/bin/env node
import { Command } from "commander";
import { registerFilter } from "./filter";
import { registerServe } from "./serve";

const program = new Command("edge-platform").description(
  "The local edge platform, and tools for what runs on it.",
);
registerServe(program);
registerFilter(program);
void program.parseAsync();
