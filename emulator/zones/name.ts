import { failures } from "../failures";

const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;

/** The name as it is stored: lower case. Names with other letters come as punycode. @throws Failure */
export function checkZoneName(name: string): string {
  const lower = name.toLowerCase();
  const labels = lower.split(".");
  if (labels.length < 2 || !labels.every((label) => LABEL.test(label)) || lower.length > 253) {
    throw failures.badRequest(`'${name}' is not a valid domain name`, "/name");
  }
  return lower;
}
