package io.sluice.worker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.sluice.devservers.DevServers;
import io.sluice.devservers.SharedDevServers;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Watches a real hub on which nothing happens. */
@Timeout(200)
class WatchWindowIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  @TempDir static Path folder;

  private final DevServers servers = SharedDevServers.get();

  @Test
  void aQuietHubIsListedOnceAndWatchedWindowAfterWindow() throws Exception {
    try (WorkerJvm worker = WorkerJvm.start(servers, folder.resolve("worker.log"))) {
      await().atMost(WorkerJvm.START).until(worker::leads);
      int lists = requests("list").size();
      int before = requests("watch").size();

      await().atMost(Duration.ofSeconds(100)).until(() -> requests("watch").size() >= before + 2);

      assertThat(requests("list")).hasSize(lists);
      assertThat(requests("list").get(0)).contains("limit=500").doesNotContain("resourceVersion=");
      assertThat(worker.leads()).isTrue();
      assertThat(worker.output()).doesNotContain("new connections", "WARN");
    }
  }

  /** The URIs of such requests for Rollouts that have ended. */
  private List<String> requests(String verb) {
    try (Stream<String> lines = Files.lines(servers.auditLog())) {
      return lines
          .filter(line -> line.contains("\"rollouts\""))
          .map(WatchWindowIT::parse)
          .filter(entry -> entry.path("user").path("username").asText().equals("sluice"))
          .filter(entry -> entry.path("verb").asText().equals(verb))
          .map(entry -> entry.path("requestURI").asText())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read " + servers.auditLog(), e);
    }
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (IOException e) {
      throw new UncheckedIOException("Cannot read the line " + line, e);
    }
  }
}
