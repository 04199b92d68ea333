package io.sluice.process;

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
@Timeout(Patience.TEST)
class WatchWindowIT {
  private static final ObjectMapper JSON = new ObjectMapper();

  /** What a worker says that got nothing for longer than a server may be silent. */
  private static final String CUT = "new connections from now on";

  /** Two windows, and what a machine may stand still. */
  private static final Duration LONG = Duration.ofSeconds(100).plus(Patience.MOST);

  @TempDir static Path folder;

  private final DevServers servers = SharedDevServers.get();

  @Test
  void aQuietHubIsListedOnceAndWatchedWindowAfterWindow() {
    try (WorkerJvm worker = WorkerJvm.start(servers, folder.resolve("worker.log"))) {
      await().atMost(WorkerJvm.START).until(worker::leads);

      while (cutInTwoWindows(worker)) {
        // The machine stood still so long that the hub counted as silent: this shows nothing.
        System.out.println("NOTE watch window: the watches were cut, they are watched again");
      }

      assertThat(requests("list").get(0)).contains("limit=100").doesNotContain("resourceVersion=");
    }
  }

  /** Returns whether watches were cut meanwhile; if not, nothing may have been listed. */
  private boolean cutInTwoWindows(WorkerJvm worker) {
    int said = worker.output().length();
    int lists = requests("list").size();
    int watches = requests("watch").size();
    await().atMost(LONG).until(() -> requests("watch").size() >= watches + 2);
    int listsAfter = requests("list").size();
    String meanwhile = worker.output().substring(said);
    if (meanwhile.contains(CUT)) {
      return true;
    }
    assertThat(listsAfter).as("lists of Rollouts").isEqualTo(lists);
    assertThat(meanwhile.lines())
        .as("the end of a window is worth no warning")
        .noneMatch(line -> line.contains("WARN") && line.contains("watch"));
    return false;
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
