export { check, confirmed, email, maxValue, minLength, minValue, newPassword, numeric, required, verifyPassword, type Rule } from './rules';
export { rowsPerPage, rowsPerPageDefault, rowsPerPageFixed } from './paging';
