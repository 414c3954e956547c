import { domainToASCII, domainToUnicode } from "node:url";
import { failures } from "../failures";

/** A domain name in any script. `domainToASCII` alone would also decode percent signs and drop line breaks. */
const NAME = /^[\p{L}\p{N}\p{M}.\u00b7\u200c\u200d-]+$/u;
/** A label in the form of the DNS. */
const LABEL = /^(?!-)[a-z0-9-]{1,63}(?<!-)$/;
const MAX_LENGTH = 253;

/**
 * Returns a zone name in the form of answers: lower case, and international names in their own script, even if the request has
 * punycode. @throws Failure
 */
export function checkZoneName(name: string): string {
  const ascii = dnsName(name);
  if (ascii === undefined || !ascii.includes(".")) throw invalid(name, "/name");
  return domainToUnicode(ascii);
}

/** Returns a host name in lower case, as punycode. @throws Failure */
export function checkHostName(name: string, pointer: string): string {
  const ascii = dnsName(name);
  if (ascii === undefined) throw invalid(name, pointer);
  return ascii;
}

/** Returns the form in which two names of one domain are equal. A text that is no domain name is returned in lower case. */
export function comparableName(name: string): string {
  return dnsName(name) ?? name.toLowerCase();
}

function dnsName(name: string): string | undefined {
  const ascii = NAME.test(name) ? domainToASCII(name.normalize("NFC")) : "";
  const labels = ascii.split(".");
  // A last label of digits is the end of an IPv4 address.
  const valid = ascii.length <= MAX_LENGTH && labels.every((label) => LABEL.test(label));
  return valid && !/^\d+$/.test(labels.at(-1) ?? "") ? ascii : undefined;
}

function invalid(name: string, pointer: string) {
  return failures.badRequest(`'${name}' is not a valid domain name`, pointer);
}
