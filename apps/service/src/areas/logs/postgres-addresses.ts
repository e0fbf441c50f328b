/** SQL expression for the address of a log without the letter case of ASCII letters and surrounding spaces. The collation makes the result independent of the locale of the database. */
export const ADDRESS_SQL = 'lower(trim(group_email) COLLATE "C")';
