/**
 * Works out what the keeper is to do: which clusters a policy goes to ({@link
 * io.sluice.upkeep.Bindings}), what its root status says ({@link io.sluice.upkeep.RootStatus}), and
 * whether an attempt is due ({@link io.sluice.upkeep.AttemptDue}).
 */
package io.sluice.upkeep;
