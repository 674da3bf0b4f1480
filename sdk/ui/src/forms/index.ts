export { guardLeaving, isGuarded, mayLeave, type LeaveQuestion } from './leave-guard';
export { check, confirmed, email, maxValue, minLength, minValue, newPassword, numeric, required, verifyPassword, type Rule } from './rules';
export { rowsPerPage, rowsPerPageDefault, rowsPerPageFixed } from './paging';
