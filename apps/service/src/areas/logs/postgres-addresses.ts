/**
 * SQL expression for the email address of a log's user: trimmed, with ASCII letters in lower case. The collation makes the result independent of the
 * locale of the database.
 */
export const ADDRESS_SQL = 'lower(trim(group_email) COLLATE "C")';
