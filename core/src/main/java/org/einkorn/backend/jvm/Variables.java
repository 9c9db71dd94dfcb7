package org.einkorn.backend.jvm;

import java.lang.classfile.CodeBuilder;
import java.lang.classfile.TypeKind;
import java.lang.constant.ClassDesc;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.einkorn.imp.Exp.Variable;

/**
 * Where the variables of one method live: in a local, in a field of the frame, or still in the
 * array of arguments. Whoever reads or assigns one need not know. Slots of locals are used again
 * once those who had them are out of scope, because wide ones take longer instructions.
 */
final class Variables {
  private static final int THIS = 0;
  private static final int ARGUMENTS = 1;

  private final CodeBuilder code;
  private final ClassDesc self;
  private final Frame frame;
  private final Map<Variable, Integer> arguments = new HashMap<>();
  private final Map<Variable, Integer> locals = new HashMap<>();

  /** The variables that have locals, in the order in which they got them. */
  private final List<Variable> living = new ArrayList<>();

  private int nextSlot;

  /** How things stood where a scope began. */
  record Mark(int living, int nextSlot) {}

  private Variables(CodeBuilder code, ClassDesc self, Frame frame, int firstSlot) {
    this.code = code;
    this.self = self;
    this.frame = frame;
    this.nextSlot = firstSlot;
  }

  /** Those of {@code Object[] run(Object[] arguments)}. */
  static Variables ofRun(CodeBuilder code, ClassDesc self, Frame frame, List<Variable> parameters) {
    Variables variables = new Variables(code, self, frame, ARGUMENTS + 1);
    for (int k = 0; k < parameters.size(); k++) {
      variables.arguments.put(parameters.get(k), k);
    }
    return variables;
  }

  /** Those of a method without parameters. */
  static Variables ofPart(CodeBuilder code, ClassDesc self, Frame frame) {
    return new Variables(code, self, frame, THIS + 1);
  }

  void load(Variable variable) {
    Integer argument = arguments.get(variable);
    Integer slot = locals.get(variable);
    if (argument != null) {
      code.aload(ARGUMENTS).loadConstant(argument.intValue()).aaload();
      JvmTypes.unbox(code, variable.type());
    } else if (slot != null) {
      code.loadLocal(JvmTypes.kind(variable.type()), slot);
    } else {
      loadField(THIS, variable);
    }
  }

  void assign(Variable variable, Runnable value) {
    Integer slot = locals.get(variable);
    if (slot != null) {
      value.run();
      code.storeLocal(JvmTypes.kind(variable.type()), slot);
    } else {
      assignField(THIS, variable, value);
    }
  }

  /** Adds to an int. */
  void step(Variable variable, int by) {
    Integer slot = locals.get(variable);
    if (slot != null) {
      code.iinc(slot, by);
    } else {
      assign(
          variable,
          () -> {
            load(variable);
            code.loadConstant(by).iadd();
          });
    }
  }

  /** The field of the frame in the slot {@code owner}. */
  void loadField(int owner, Variable variable) {
    code.aload(owner).getfield(self, field(variable), JvmTypes.describe(variable.type()));
  }

  void assignField(int owner, Variable variable, Runnable value) {
    code.aload(owner);
    value.run();
    code.putfield(self, field(variable), JvmTypes.describe(variable.type()));
  }

  private String field(Variable variable) {
    String field = frame.fields().get(variable);
    if (field == null) {
      throw new IllegalStateException("variable " + variable + " is not declared here");
    }
    return field;
  }

  boolean isLocal(Variable variable) {
    return locals.containsKey(variable);
  }

  /** Gives a variable that begins to live here a local, unless it is a field. */
  void declare(Variable variable) {
    if (!isLocal(variable) && !frame.fields().containsKey(variable)) {
      newLocal(variable);
    }
  }

  /** From here on the variable, an argument or a field, is read from and written to a local. */
  void keep(Variable variable) {
    load(variable);
    arguments.remove(variable);
    newLocal(variable);
    code.storeLocal(JvmTypes.kind(variable.type()), locals.get(variable));
  }

  /** What was kept of a field becomes the field's value. */
  void writeBack(Variable variable) {
    assignField(THIS, variable, () -> load(variable));
  }

  private void newLocal(Variable variable) {
    locals.put(variable, newSlot(JvmTypes.kind(variable.type())));
    living.add(variable);
  }

  /** A local without a variable. */
  int newSlot(TypeKind kind) {
    int slot = nextSlot;
    nextSlot += kind.slotSize();
    return slot;
  }

  Mark mark() {
    return new Mark(living.size(), nextSlot);
  }

  /** Ends the scope that began at the mark. */
  void release(Mark mark) {
    while (living.size() > mark.living) {
      locals.remove(living.removeLast());
    }
    nextSlot = mark.nextSlot;
  }
}
