package io.sluice.simulator.api;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;

/** Makes the embedded hub fail on purpose; faults come and go while it runs. */
public final class Faults {
  private final List<Injected> active = new CopyOnWriteArrayList<>();

  Faults() {}

  /** Lets the requests there fail until the fault is removed. */
  public Injected inject(RequestMatcher where, Fault fault) {
    return inject(where, fault, Integer.MAX_VALUE);
  }

  /** Lets the next requests there fail, so many of them. */
  public Injected inject(RequestMatcher where, Fault fault, int times) {
    Injected injected = new Injected(where, fault, times);
    active.add(injected);
    return injected;
  }

  /** Removes all faults. */
  public void clear() {
    active.clear();
  }

  /** The faults that hit a request, or a running watch; behind a refusal no other is used up. */
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

  /** Stands for a fault that was injected, to remove it and to ask what it did. */
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

    /** How often it struck. */
    public synchronized int hits() {
      return hits;
    }

    /** Ends it. */
    public void remove() {
      active.remove(this);
    }
  }
}
