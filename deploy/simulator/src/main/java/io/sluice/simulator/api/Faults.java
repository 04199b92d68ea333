package io.sluice.simulator.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes the embedded hub fail on purpose; faults come and go while it runs. */
public final class Faults {
  private final List<Injected> active = new CopyOnWriteArrayList<>();

  Faults() {}

  /** Lets the matching requests fail until the fault is removed. */
  public Injected inject(RequestMatcher where, Fault fault) {
    return inject(where, fault, Integer.MAX_VALUE);
  }

  /** Lets the next matching requests fail, so many of them. */
  public Injected inject(RequestMatcher where, Fault fault, int times) {
    Injected injected = new Injected(where, fault, times);
    active.add(injected);
    return injected;
  }

  /** Removes all faults. */
  public void clear() {
    active.clear();
  }

  /**
   * Returns the faults that hit a request, or a running watch; after a refusal no other is used.
   */
  List<Fault> of(ApiRequest call, boolean watching) {
    List<Fault> hits = new ArrayList<>();
    for (Injected each : active) {
      boolean meant = each.fault.concernsWatching() == watching && each.where.matches(call);
      if (meant && each.hit()) {
        hits.add(each.fault);
        if (each.fault.effect == Fault.Effect.REFUSAL) {
          break;
        }
      }
    }
    return hits;
  }

  /** Holds a fault that was injected: counts its hits, and removes it. */
  public final class Injected {
    private final RequestMatcher where;
    private final Fault fault;
    private final int times;
    private int hits;

    private Injected(RequestMatcher where, Fault fault, int times) {
      this.where = where;
      this.fault = fault;
      this.times = times;
    }

    private synchronized boolean hit() {
      if (hits >= times) {
        return false;
      }
      hits++;
      return true;
    }

    /** Returns how many requests it hit. */
    public synchronized int hits() {
      return hits;
    }

    /** Removes it. */
    public void remove() {
      active.remove(this);
    }
  }
}
