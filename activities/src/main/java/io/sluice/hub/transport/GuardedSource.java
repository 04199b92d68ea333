package io.sluice.hub.transport;

import java.io.IOException;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import okio.BufferedSource;

/**
 * Closes a body that a thread is reading only when that read has ended.
 *
 * <p>All buffers of a process take their memory from one pool of Okio. Closing one gives its memory
 * back: if another thread is reading it at that moment, the same memory is given to two others, and
 * from then on any request of the process may fail, or read what belongs to another one. Fabric8
 * closes the body of a watch on another thread than the one that reads it.
 */
final class GuardedSource implements InvocationHandler {
  private final BufferedSource source;
  private final Runnable interrupt;
  private int reads;
  private boolean closing;

  private GuardedSource(BufferedSource source, Runnable interrupt) {
    this.source = source;
    this.interrupt = interrupt;
  }

  /**
   * Guards a source.
   *
   * @param interrupt ends a read that is waiting for the hub
   */
  static BufferedSource of(BufferedSource source, Runnable interrupt) {
    return (BufferedSource)
        Proxy.newProxyInstance(
            BufferedSource.class.getClassLoader(),
            new Class<?>[] {BufferedSource.class},
            new GuardedSource(source, interrupt));
  }

  @Override
  public Object invoke(Object proxy, Method method, Object[] arguments) throws Throwable {
    if (method.getName().equals("close")) {
      close();
      return null;
    }
    begin();
    try {
      return method.invoke(source, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    } finally {
      end();
    }
  }

  private synchronized void begin() {
    reads++;
  }

  private synchronized void end() throws IOException {
    reads--;
    if (closing && reads == 0) {
      source.close();
    }
  }

  private void close() throws IOException {
    synchronized (this) {
      closing = true;
      if (reads == 0) {
        source.close();
        return;
      }
    }
    interrupt.run();
  }
}
