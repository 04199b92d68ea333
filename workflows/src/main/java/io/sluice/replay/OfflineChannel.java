package io.sluice.replay;

/**
 * Answers a replay in place of a server: what a server can do, which the SDK asks for before it
 * replays. It refuses every other call.
 */
final class OfflineChannel extends LocalChannel {
  OfflineChannel() {
    super("replay");
  }

  @Override
  protected boolean handle(Object request, Reply reply) {
    return false;
  }
}
