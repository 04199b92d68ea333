/** Records Events on objects of the hub, for people: nothing depends on them. */
package io.sluice.hub.event;
