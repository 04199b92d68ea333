/**
 * Has policies and templates looked at again when the hub has come to hold approvals to who gave
 * them, and when it has ceased to (between-waves Q2). Whether it does, {@code
 * io.sluice.hub.approval} finds out.
 */
package io.sluice.control.approval;
