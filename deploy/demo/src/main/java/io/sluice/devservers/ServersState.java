package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Remembers which servers were started, and on which ports.
 *
 * <p>An entry goes only when its server is stopped on purpose. So an entry without a living process
 * is a server that ended on its own.
 */
record ServersState(Ports ports, Map<Program, ProcessIdentity> servers) {
  ServersState {
    requireNonNull(ports, "ports is null");
    Map<Program, ProcessIdentity> copy = new EnumMap<>(Program.class);
    copy.putAll(servers);
    servers = Collections.unmodifiableMap(copy);
  }

  Optional<ProcessIdentity> server(Program program) {
    return Optional.ofNullable(servers.get(program));
  }

  /** The programs that the servers were started from, to start them again. */
  Map<Program, Binary> binaries() {
    Map<Program, Binary> binaries = new EnumMap<>(Program.class);
    servers.forEach(
        (program, running) ->
            binaries.put(
                program, new Binary(program, running.binary(), program.floor(), "as before")));
    return binaries;
  }

  ServersState with(Program program, ProcessIdentity running) {
    Map<Program, ProcessIdentity> changed = new EnumMap<>(Program.class);
    changed.putAll(servers);
    changed.put(program, running);
    return new ServersState(ports, changed);
  }

  ServersState without(Program program) {
    Map<Program, ProcessIdentity> changed = new EnumMap<>(Program.class);
    changed.putAll(servers);
    changed.remove(program);
    return new ServersState(ports, changed);
  }

  ServersState withPorts(Ports changed) {
    return new ServersState(changed, servers);
  }
}
