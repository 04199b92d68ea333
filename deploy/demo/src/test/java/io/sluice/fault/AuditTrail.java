package io.sluice.fault;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reads from the audit log of the API server what the workers wrote to replicas. */
final class AuditTrail {
  private static final Logger LOG = LoggerFactory.getLogger(AuditTrail.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final Set<String> WRITES = Set.of("create", "update", "patch", "delete");

  private final Path log;

  AuditTrail(Path log) {
    this.log = log;
  }

  /** Describes a write of a replica that the hub accepted. */
  record Write(String verb, String cluster, String replica, Instant at) {
    boolean deletes() {
      return verb.equals("delete");
    }
  }

  /** Returns the writes from an instant on, the oldest first. */
  List<Write> since(Instant begin, String namespace) {
    List<Write> writes = new ArrayList<>();
    try (Stream<String> lines = Files.lines(log)) {
      lines
          .filter(
              line -> line.contains("\"username\":\"sluice\"") && line.contains(namespace + "."))
          .forEach(line -> add(line, begin, namespace, writes));
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + log, e);
    }
    return writes;
  }

  private static void add(String line, Instant begin, String namespace, List<Write> writes) {
    JsonNode entry;
    try {
      entry = JSON.readTree(line);
    } catch (JsonProcessingException e) {
      // A server that is killed leaves half a line behind.
      LOG.warn("Cannot read a line of the audit log: {}", line, e);
      return;
    }
    JsonNode object = entry.path("objectRef");
    Write write =
        new Write(
            entry.path("verb").asText(),
            object.path("namespace").asText(),
            object.path("name").asText(),
            Instant.parse(entry.path("requestReceivedTimestamp").asText()));
    if (object.path("resource").asText().equals("policies")
        && object.path("subresource").asText().isEmpty()
        && write.replica().startsWith(namespace + ".")
        && WRITES.contains(write.verb())
        && entry.path("responseStatus").path("code").asInt() < 300
        && !write.at().isBefore(begin)) {
      writes.add(write);
    }
  }
}
