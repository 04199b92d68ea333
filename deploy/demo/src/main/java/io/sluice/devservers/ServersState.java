package io.sluice.devservers;

import static java.util.Objects.requireNonNull;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Collections;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;

/**
 * Records which servers were started, and on which ports; kept in a file of the data folder.
 *
 * <p>An entry goes only when its server is stopped on purpose. So an entry without a living process
 * is a server that ended on its own.
 */
record ServersState(Ports ports, Map<Program, ServerProcess> servers) {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  ServersState {
    requireNonNull(ports, "ports is null");
    Map<Program, ServerProcess> copy = new EnumMap<>(Program.class);
    copy.putAll(servers);
    servers = Collections.unmodifiableMap(copy);
  }

  /** Reads the file; empty if there is none. */
  static Optional<ServersState> read(Path file) {
    if (!Files.exists(file)) {
      return Optional.empty();
    }
    try {
      return Optional.of(JSON.readValue(Files.readAllBytes(file), ServersState.class));
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot read %s: %s. Stop the servers by hand if any run, and remove the file."
              .formatted(file, e.getMessage()),
          e);
    }
  }

  /** Writes the file, which is whole at every moment. */
  void write(Path file) {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.write(next, JSON.writeValueAsBytes(this));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot write %s: %s. Choose another folder with --dir.".formatted(file, e), e);
    }
  }

  Optional<ServerProcess> server(Program program) {
    return Optional.ofNullable(servers.get(program));
  }

  boolean lives(Program program) {
    return server(program).filter(ServerProcess::lives).isPresent();
  }

  /** Returns the programs that the servers were started from, to start them again. */
  Map<Program, Path> binaries() {
    Map<Program, Path> binaries = new EnumMap<>(Program.class);
    servers.forEach((program, process) -> binaries.put(program, process.binary()));
    return binaries;
  }

  ServersState with(Program program, ServerProcess process) {
    Map<Program, ServerProcess> changed = new EnumMap<>(Program.class);
    changed.putAll(servers);
    changed.put(program, process);
    return new ServersState(ports, changed);
  }

  ServersState without(Program program) {
    Map<Program, ServerProcess> changed = new EnumMap<>(Program.class);
    changed.putAll(servers);
    changed.remove(program);
    return new ServersState(ports, changed);
  }

  ServersState withPorts(Ports changed) {
    return new ServersState(changed, servers);
  }
}
