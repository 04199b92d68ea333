/**
 * Works out what the keeper is to do: which clusters a policy goes to ({@link
 * io.sluice.propagation.Bindings}), what its root status says ({@link
 * io.sluice.status.RootStatus}), and whether an attempt is due ({@link
 * io.sluice.lifecycle.AttemptDue}).
 */
package io.sluice.lifecycle;
