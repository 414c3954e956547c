import { z } from "zod";

/** 32 lower-case hexadecimal digits: what the API calls an id of a zone, account, token, ruleset or rule. */
export const Id = z.string().regex(/^[0-9a-f]{32}$/, "must be 32 lower-case hexadecimal digits");
export type Id = z.infer<typeof Id>;

/** RFC 3339 in UTC with whole seconds, as tokens take and answer it: `2030-01-02T03:04:05Z`. */
export const Timestamp = z.iso.datetime({
  precision: 0,
  message: "must be a UTC time as YYYY-MM-DDTHH:MM:SSZ",
});
export type Timestamp = z.infer<typeof Timestamp>;

/** An address with a mask, IPv4 or IPv6: `192.0.2.0/24`, `2001:db8::/32`, one address as `/32` or `/128`. */
export const Cidr = z.union([z.cidrv4(), z.cidrv6()], {
  error: "must be an IPv4 or IPv6 network in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32",
});
export type Cidr = z.infer<typeof Cidr>;
