package io.sluice.embedded;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts requests, and lists those that write. */
final class Ledger {
  private final Map<String, Long> requests = new TreeMap<>();
  private final List<Write> writes = new ArrayList<>();

  synchronized void add(Call call, int code) {
    requests.merge(call.label(), 1L, Long::sum);
    if (call.writes()) {
      writes.add(
          new Write(
              call.verb(),
              call.kind().plural(),
              call.subresource(),
              call.namespace(),
              call.name(),
              code));
    }
  }

  synchronized Map<String, Long> requests() {
    return Map.copyOf(requests);
  }

  synchronized List<Write> writes() {
    return List.copyOf(writes);
  }

  synchronized void clear() {
    requests.clear();
    writes.clear();
  }
}
