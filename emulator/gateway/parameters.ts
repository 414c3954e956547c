import { z } from "zod";
import { HEIGHT } from "./chain";

const BLOCK_TAGS: Readonly<Record<string, number>> = {
  earliest: 0,
  latest: HEIGHT,
  pending: HEIGHT,
  safe: HEIGHT,
  finalized: HEIGHT,
};

export const Quantity = z
  .string()
  .regex(/^0x(0|[1-9a-f][0-9a-f]{0,15})$/i, 'must be a hexadecimal quantity such as "0x2244"')
  .transform(Number);
export const Data = z
  .string()
  .regex(/^0x([0-9a-f]{2})*$/i, 'must be hexadecimal bytes such as "0x68656c6c6f"');
export const AccountAddress = z.string().regex(/^0x[0-9a-f]{40}$/i, "must be an address of 20 bytes");
export const Hash = z.string().regex(/^0x[0-9a-f]{64}$/i, "must be a hash of 32 bytes");
export const TransactionCall = z.looseObject({
  to: AccountAddress.nullish(),
  from: AccountAddress.nullish(),
  data: Data.nullish(),
});

/** A block number or a tag such as `latest`, decoded to a number. */
export const BlockNumber = z
  .union([z.enum(["earliest", "latest", "pending", "safe", "finalized"]), z.string()], "must be a string")
  .transform((text, context) => {
    const tagged = BLOCK_TAGS[text];
    if (tagged !== undefined) return tagged;
    const number = Quantity.safeParse(text);
    if (number.success) return number.data;
    context.addIssue({
      code: "custom",
      message: 'must be a hexadecimal quantity such as "0x2244", or "latest"',
    });
    return z.NEVER;
  });

/** A range of blocks in a log or trace filter. */
export const BlockRange = z.looseObject({
  fromBlock: BlockNumber.optional(),
  toBlock: BlockNumber.optional(),
  count: z.int().min(0).optional(),
});
export type BlockRange = z.infer<typeof BlockRange>;
