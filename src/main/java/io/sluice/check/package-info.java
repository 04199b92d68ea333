/**
 * Evidence from elsewhere that a group needs before it starts, and while it soaks (between-waves
 * 3): what is asked, how answers count, and how settings are read. Who asks is in {@code
 * io.sluice.hub.check}.
 */
package io.sluice.check;
