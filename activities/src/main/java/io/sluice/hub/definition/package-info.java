/** Reads what the definitions of the hub's kinds keep of what is written. */
package io.sluice.hub.definition;
