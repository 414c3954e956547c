/** Characters of a token's name. */
export const TOKEN_NAME_MAX = 120;
