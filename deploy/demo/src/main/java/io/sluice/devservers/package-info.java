/** Builds, starts and stops real servers on this machine for development and tests. */
package io.sluice.devservers;
