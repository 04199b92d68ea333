package io.sluice.devservers;

import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.datatype.jsr310.JavaTimeModule;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Optional;

/** Keeps the state in the data folder, whole at every moment. */
final class StateFile {
  private static final JsonMapper JSON =
      JsonMapper.builder()
          .addModule(new JavaTimeModule())
          .disable(SerializationFeature.WRITE_DATES_AS_TIMESTAMPS)
          .enable(SerializationFeature.INDENT_OUTPUT)
          .build();

  private final Path file;

  StateFile(Path file) {
    this.file = file;
  }

  Optional<ServersState> read() {
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

  void write(ServersState state) {
    try {
      Path next = file.resolveSibling(file.getFileName() + ".next");
      Files.write(next, JSON.writeValueAsBytes(state));
      Files.move(next, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    } catch (IOException e) {
      throw new DevServersException(
          "Cannot write %s: %s. Choose another folder with --dir.".formatted(file, e), e);
    }
  }
}
