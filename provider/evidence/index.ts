export * from "./machine-records";
export * from "./state-evidence";
