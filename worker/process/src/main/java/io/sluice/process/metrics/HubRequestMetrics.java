package io.sluice.process.metrics;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import io.sluice.hub.transport.RequestObserver;
import io.sluice.hub.transport.SentRequest;
import java.time.Duration;
import java.util.Map;
import java.util.OptionalInt;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;

/**
 * Measures the requests to the hub: {@code sluice_hub_request_duration_seconds} until the answer
 * begins, and {@code sluice_writes_total} by what became of them.
 *
 * <p>Labels are verbs, resources and codes: their number does not depend on the fleet.
 */
final class HubRequestMetrics implements RequestObserver {
  private static final Duration[] BUCKETS = {
    Duration.ofMillis(5),
    Duration.ofMillis(25),
    Duration.ofMillis(100),
    Duration.ofMillis(250),
    Duration.ofMillis(500),
    Duration.ofSeconds(1),
    Duration.ofSeconds(5),
    Duration.ofSeconds(15)
  };
  private static final int CONFLICT = 409;
  private static final int TOO_MANY = 429;
  private static final int CLIENT_ERROR = 400;
  private static final int SERVER_ERROR = 500;

  private final MeterRegistry registry;
  private final Map<Answer, Timer> durations = new ConcurrentHashMap<>();
  private final Map<Write, Counter> writes = new ConcurrentHashMap<>();

  HubRequestMetrics(MeterRegistry registry) {
    this.registry = registry;
  }

  private record Answer(SentRequest request, String code) {}

  private record Write(String kind, String result) {}

  @Override
  public void answered(SentRequest request, OptionalInt code, long nanos) {
    String status = code.isPresent() ? Integer.toString(code.getAsInt()) : "none";
    durations
        .computeIfAbsent(new Answer(request, status), this::duration)
        .record(nanos, TimeUnit.NANOSECONDS);
    if (request.writes()) {
      writes
          .computeIfAbsent(new Write(request.resource(), result(code)), this::counter)
          .increment();
    }
  }

  private Timer duration(Answer answer) {
    return Timer.builder("sluice.hub.request.duration")
        .description("Time from a request to the hub to the begin of its answer")
        .tags(
            "verb",
            answer.request().verb(),
            "resource",
            answer.request().resource(),
            "code",
            answer.code())
        .serviceLevelObjectives(BUCKETS)
        .register(registry);
  }

  private Counter counter(Write write) {
    return Counter.builder("sluice.writes")
        .description("Writes that were sent to the hub, by what became of them")
        .tags("kind", write.kind(), "result", write.result())
        .register(registry);
  }

  private static String result(OptionalInt code) {
    if (code.isEmpty()) {
      return "lost";
    }
    int status = code.getAsInt();
    if (status == CONFLICT) {
      return "conflict";
    }
    if (status == TOO_MANY || status >= SERVER_ERROR) {
      return "error";
    }
    return status >= CLIENT_ERROR ? "refused" : "written";
  }
}
