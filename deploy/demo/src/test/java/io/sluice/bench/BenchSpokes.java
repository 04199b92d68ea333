package io.sluice.bench;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.fabric8.kubernetes.client.http.HttpClient;
import io.fabric8.kubernetes.client.http.HttpRequest;
import io.fabric8.kubernetes.client.http.HttpResponse;
import java.io.IOException;
import java.io.InputStream;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Answers for all clusters at the least cost for the machine: one watch of metadata, one PUT of the
 * status for each change of a replica's content, with the history that a spoke would show.
 *
 * <p>{@link io.sluice.simulator.spoke.SpokeFleet} behaves as spokes do; this one only keeps pace.
 */
final class BenchSpokes implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(BenchSpokes.class);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String POLICIES = "apis/policy.open-cluster-management.io/v1/";
  private static final int MOST_IN_FLIGHT = 32;
  private static final int SHORTEST_MILLIS = 20;
  private static final int LONGEST_MILLIS = 60;
  private static final int HISTORY = 10;

  private final HttpClient http;
  private final String root;
  private final ScheduledExecutorService clock =
      Executors.newSingleThreadScheduledExecutor(
          task -> {
            Thread thread = new Thread(task, "spokes");
            thread.setDaemon(true);
            return thread;
          });
  private final Random random = new Random(42);
  private final Map<String, Seen> replicas = new HashMap<>();
  private final Deque<Seen> due = new ArrayDeque<>();
  private String compliance = "Compliant";
  private boolean held;
  private int inFlight;
  private int unreported;
  private long reports;

  /** Version of the last event; empty until all that was there has come. */
  private volatile String position = "";

  private volatile boolean closed;

  /** Holds what is known of one replica, guarded by the spokes. */
  private static final class Seen {
    private final String namespace;
    private final String name;
    private final Deque<String> history = new ArrayDeque<>();
    private String version;
    private long generation;
    private long reported;

    private Seen(String namespace, String name) {
      this.namespace = namespace;
      this.name = name;
    }
  }

  private BenchSpokes(KubernetesClient client) {
    this.http = client.getHttpClient();
    this.root = client.getMasterUrl() + POLICIES;
  }

  static BenchSpokes start(KubernetesClient client) {
    BenchSpokes spokes = new BenchSpokes(client);
    Thread watch = new Thread(spokes::watch, "spokes-watch");
    watch.setDaemon(true);
    watch.start();
    return spokes;
  }

  /** Reports nothing until {@link #release}. */
  synchronized void hold() {
    held = true;
  }

  /** Reports what was held back, and from now on, with that compliance. */
  synchronized void release(String verdict) {
    held = false;
    compliance = verdict;
    for (Seen each : replicas.values()) {
      if (each.generation > each.reported) {
        due.add(each);
      }
    }
    pump();
  }

  /** Returns how many replicas have a content that no report speaks of. */
  synchronized int unreported() {
    return unreported;
  }

  /** Returns how many reports the hub has taken. */
  synchronized long reports() {
    return reports;
  }

  private void watch() {
    while (!closed) {
      try {
        HttpRequest request =
            http.newHttpRequestBuilder()
                .uri(
                    root
                        + "policies?watch=true&allowWatchBookmarks=true&labelSelector=policy.open-cluster-management.io%2Froot-policy"
                        + from())
                .setHeader(
                    "Accept",
                    "application/json;as=PartialObjectMetadata;g=meta.k8s.io;v=v1,application/json")
                .forStreaming()
                .build();
        HttpResponse<InputStream> answer = http.sendAsync(request, InputStream.class).join();
        try (InputStream in = answer.body();
            MappingIterator<JsonNode> events = JSON.readerFor(JsonNode.class).readValues(in)) {
          while (events.hasNextValue()) {
            JsonNode event = events.nextValue();
            received(event.path("type").asText(), event.path("object").path("metadata"));
          }
        }
      } catch (IOException | RuntimeException e) {
        if (!closed) {
          LOG.warn("The watch of the spokes has ended, and begins anew", e);
        }
      }
    }
  }

  /**
   * Returns where a watch begins. One that began anew, as each does after a silence, would make the
   * hub send all replicas again: that is more than a worker's start takes.
   */
  private String from() {
    return position.isEmpty()
        ? "&sendInitialEvents=true&resourceVersionMatch=NotOlderThan"
        : "&resourceVersion=" + position;
  }

  private void received(String type, JsonNode metadata) {
    switch (type) {
      // The hub no longer knows the position.
      case "ERROR" -> position = "";
      // The first one ends what was there at the beginning, which comes in no order of versions.
      case "BOOKMARK" -> position = metadata.path("resourceVersion").asText();
      default -> {
        if (!position.isEmpty()) {
          position = metadata.path("resourceVersion").asText();
        }
        seen(type, metadata);
      }
    }
  }

  private synchronized void seen(String type, JsonNode metadata) {
    String namespace = metadata.path("namespace").asText();
    String name = metadata.path("name").asText();
    String key = namespace + "/" + name;
    if (type.equals("DELETED")) {
      Seen gone = replicas.remove(key);
      if (gone != null && gone.generation > gone.reported) {
        unreported--;
      }
      return;
    }
    Seen replica = replicas.computeIfAbsent(key, added -> new Seen(namespace, name));
    replica.version = metadata.path("resourceVersion").asText();
    long generation = metadata.path("generation").asLong();
    if (generation > replica.generation) {
      if (replica.generation <= replica.reported) {
        unreported++;
      }
      replica.generation = generation;
      if (!held) {
        later(replica, SHORTEST_MILLIS + random.nextInt(LONGEST_MILLIS - SHORTEST_MILLIS));
      }
    }
  }

  private void later(Seen replica, int millis) {
    clock.schedule(
        () -> {
          synchronized (this) {
            due.add(replica);
            pump();
          }
        },
        millis,
        TimeUnit.MILLISECONDS);
  }

  private synchronized void pump() {
    while (inFlight < MOST_IN_FLIGHT && !due.isEmpty() && !held) {
      Seen replica = due.poll();
      if (replica.generation <= replica.reported) {
        continue;
      }
      inFlight++;
      long generation = replica.generation;
      String uri =
          root + "namespaces/%s/policies/%s/status".formatted(replica.namespace, replica.name);
      HttpRequest request =
          http.newHttpRequestBuilder().uri(uri).put("application/json", status(replica)).build();
      http.sendAsync(request, byte[].class)
          .whenComplete((answer, failure) -> answered(replica, generation, answer, failure));
    }
  }

  private synchronized void answered(
      Seen replica, long generation, HttpResponse<byte[]> answer, Throwable failure) {
    inFlight--;
    if (failure == null && answer.isSuccessful()) {
      reports++;
      if (generation > replica.reported) {
        replica.reported = generation;
        if (replica.generation == generation) {
          unreported--;
        }
      }
    } else {
      replica.history.pollFirst();
      if (failure != null || answer.code() != 409) {
        LOG.warn(
            "A report failed: {}",
            failure == null ? new String(answer.body()) : failure.toString());
      }
      later(replica, SHORTEST_MILLIS);
    }
    pump();
  }

  private String status(Seen replica) {
    replica.history.addFirst(entry(replica.name, compliance, Instant.now()));
    if (replica.history.size() > HISTORY) {
      replica.history.removeLast();
    }
    return status(
        replica.namespace, replica.name, replica.version, compliance, List.copyOf(replica.history));
  }

  /** Formats one report of a template, as its history shows it. */
  static String entry(String name, String compliance, Instant at) {
    long nanos = at.getEpochSecond() * 1_000_000_000 + at.getNano();
    return "{\"lastTimestamp\":\"%s\",\"message\":\"%s; notification - configmaps [bench] found as specified in namespace x\",\"eventName\":\"%s.%s\"}"
        .formatted(at.truncatedTo(ChronoUnit.SECONDS), compliance, name, Long.toHexString(nanos));
  }

  /** Formats the PUT of a status whose templates all have these reports, the newest first. */
  static String status(
      String namespace, String name, String version, String compliance, List<String> history) {
    StringBuilder details = new StringBuilder();
    for (String template : BenchPolicy.TEMPLATES) {
      details
          .append(details.length() == 0 ? "" : ",")
          .append(
              "{\"templateMeta\":{\"name\":\"%s\"},\"compliant\":\"%s\",\"history\":[%s]}"
                  .formatted(template, compliance, String.join(",", history)));
    }
    return ("{\"apiVersion\":\"policy.open-cluster-management.io/v1\",\"kind\":\"Policy\","
            + "\"metadata\":{\"namespace\":\"%s\",\"name\":\"%s\",\"resourceVersion\":\"%s\"},"
            + "\"spec\":{\"disabled\":false,\"policy-templates\":[]},"
            + "\"status\":{\"compliant\":\"%s\",\"details\":[%s]}}")
        .formatted(namespace, name, version, compliance, details);
  }

  @Override
  public void close() {
    closed = true;
    clock.shutdownNow();
  }
}
