package io.sluice.hub.replica;

import io.sluice.hub.client.CachedReplica;
import java.util.Optional;
import java.util.function.Supplier;

/** Observes replicas before others see them; must return at once. */
public interface ReplicaObserver {
  /** Observes nothing. */
  ReplicaObserver NONE =
      new ReplicaObserver() {
        @Override
        public void seen(
            Optional<CachedReplica> former, CachedReplica present, Supplier<ReplicaTimes> times) {}

        @Override
        public void gone(CachedReplica last) {}
      };

  /**
   * A replica is new, or was changed.
   *
   * @param former empty when it was not known
   * @param times reads what the object shows of its age: of a replica that is known, nobody asks
   */
  void seen(Optional<CachedReplica> former, CachedReplica present, Supplier<ReplicaTimes> times);

  void gone(CachedReplica last);

  /** Returns one that has the other observe after this one. */
  default ReplicaObserver and(ReplicaObserver other) {
    ReplicaObserver first = this;
    return new ReplicaObserver() {
      @Override
      public void seen(
          Optional<CachedReplica> former, CachedReplica present, Supplier<ReplicaTimes> times) {
        first.seen(former, present, times);
        other.seen(former, present, times);
      }

      @Override
      public void gone(CachedReplica last) {
        first.gone(last);
        other.gone(last);
      }
    };
  }
}
