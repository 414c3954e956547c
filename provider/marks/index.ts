export * from "./mark";
