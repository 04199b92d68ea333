package io.sluice.check;

import static java.util.Objects.requireNonNull;

import io.sluice.fleet.LabelSelector;
import java.util.Optional;

/** Says what a check asks, and how an answer is judged (between-waves 3). */
public sealed interface CheckTarget {
  <R> R match(Cases<R> cases);

  /** One branch per kind of target; a new kind breaks every caller. */
  interface Cases<R> {
    R prometheus(Prometheus target);

    R webhook(Webhook target);

    R object(WatchedObject target);
  }

  /**
   * Asks a Prometheus server for a value now.
   *
   * @param address of the server, without {@code /api/v1/query}
   * @param passed CEL about {@code result}, the list of samples
   * @param waits the same; absent: an answer that is not passed has failed
   * @param secret name of the Secret with the credentials
   */
  record Prometheus(
      String address, String query, String passed, Optional<String> waits, Optional<String> secret)
      implements CheckTarget {
    public Prometheus {
      requireNonNull(address, "address is null");
      requireNonNull(query, "query is null");
      requireNonNull(passed, "passed is null");
      requireNonNull(waits, "waits is null");
      requireNonNull(secret, "secret is null");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.prometheus(this);
    }
  }

  /**
   * Asks an HTTP server, which answers with a result (K6).
   *
   * @param secret name of the Secret with the key by which the question is signed
   * @param names whether the question names the clusters
   */
  record Webhook(String url, Optional<String> secret, boolean names) implements CheckTarget {
    public Webhook {
      requireNonNull(url, "url is null");
      requireNonNull(secret, "secret is null");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.webhook(this);
    }
  }

  /**
   * Reads objects of the hub (K5): one by its name, or all that a selector selects.
   *
   * @param selector absent together with the name: all of the kind
   * @param passed CEL about {@code object}, each of which must be true; no object: wait
   * @param waits the same; true for one of them: wait
   */
  record WatchedObject(
      String apiVersion,
      String kind,
      Optional<String> name,
      Optional<LabelSelector> selector,
      String passed,
      Optional<String> waits)
      implements CheckTarget {
    public WatchedObject {
      requireNonNull(apiVersion, "apiVersion is null");
      requireNonNull(kind, "kind is null");
      requireNonNull(name, "name is null");
      requireNonNull(selector, "selector is null");
      requireNonNull(passed, "passed is null");
      requireNonNull(waits, "waits is null");
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.object(this);
    }
  }
}
