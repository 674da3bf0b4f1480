package access

// Desired is what the tables say that Keto has, for tests that compare the two by themselves.
var Desired = desired
