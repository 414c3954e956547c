import { z } from "zod";
import { ID_PATTERN } from "./arguments";

/** The id of a zone, account, token, ruleset or rule: 32 lower-case hexadecimal digits. */
export const Id = z.string().regex(ID_PATTERN, "must be 32 lower-case hexadecimal digits");

/** An RFC 3339 time in UTC with whole seconds, the format of token times: `2030-01-02T03:04:05Z`. */
export const Timestamp = z.iso.datetime({
  precision: 0,
  message: "must be a UTC time as YYYY-MM-DDTHH:MM:SSZ",
});

/** A time as clients write it: RFC 3339 in whole seconds, with any offset. The API answers in UTC. */
export const WrittenTime = z.iso.datetime({
  offset: true,
  precision: 0,
  message: "must be an RFC 3339 time such as 2030-01-02T03:04:05Z",
});

/** An IPv4 or IPv6 network in CIDR notation: `192.0.2.0/24`, `2001:db8::/32`. A single address needs `/32` or `/128`. */
export const Cidr = z.union([z.cidrv4(), z.cidrv6()], {
  error: "must be an IPv4 or IPv6 network in CIDR notation, such as 192.0.2.0/24 or 2001:db8::/32",
});
