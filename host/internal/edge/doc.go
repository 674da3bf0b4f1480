// Package edge is where every request arrives. It finds the operation, refuses what may not pass (signed out, another organisation, module off,
// permission missing, in this order), and forwards the rest to the plugin whose operation it is.
//
// The table of operations is built anew and swapped whole when the catalogue changes; a request keeps the table that it began with.
// Nothing that a plugin answers, or fails to answer, harms another plugin or the host: requests under way are bounded per plugin,
// statuses and headers are checked, silence is limited, bytes are streamed.
package edge
