/** The maximum length of a token's name, in characters. */
export const TOKEN_NAME_MAX = 120;
