package io.sluice.hub.gate;

import static java.util.Objects.requireNonNull;

/** Describes whether the gate holds what is staged, and admits what the worker has released. */
public sealed interface GateState {
  /** Returns the message for people, in one line. */
  String message();

  <R> R match(Cases<R> cases);

  /** One branch per state; a new one breaks every caller. */
  interface Cases<R> {
    R closed(Closed state);

    R open(Open state);

    R unknown(Unknown state);
  }

  /** The gate stands: staged changes wait for their turn. */
  record Closed() implements GateState {
    @Override
    public String message() {
      return "The gate is closed: a staged change waits for the turn of its cluster.";
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.closed(this);
    }
  }

  /**
   * The gate does not stand, or not as this worker needs it: nothing may be staged.
   *
   * @param why without a full stop
   * @param whatToDo sentences
   */
  record Open(String why, String whatToDo) implements GateState {
    public Open {
      requireNonNull(why, "why is null");
      requireNonNull(whatToDo, "whatToDo is null");
    }

    @Override
    public String message() {
      return "Cannot stage an enforced policy: %s. %s".formatted(why, whatToDo);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.open(this);
    }
  }

  /**
   * The answers do not show whether it stands.
   *
   * @param why without a full stop
   * @param whatToDo sentences
   */
  record Unknown(String why, String whatToDo) implements GateState {
    public Unknown {
      requireNonNull(why, "why is null");
      requireNonNull(whatToDo, "whatToDo is null");
    }

    @Override
    public String message() {
      return "Cannot tell whether the gate is closed: %s. %s".formatted(why, whatToDo);
    }

    @Override
    public <R> R match(Cases<R> cases) {
      return cases.unknown(this);
    }
  }
}
