/** Reads from the hub what pages about rollouts show, with the rights of the caller. */
package io.sluice.tools.page.read;
