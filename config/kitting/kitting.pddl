; Kitting by robots that share a cell: types, actions and the order of their parameters are those of NIST's figures
; [AgileRobots, Figs. 1-3], with parts as counts of a stock-keeping unit (SKU) in a tray. A part of a count is for no kit
; until it lies in one, so look-for-part and take-part name no kit.
;
; A part is in one place: each action that puts it somewhere takes it from where it was. Numbers are objects, zero to the
; largest count, in the order of (next ?less ?more); ?before and ?after are such counts, in the tray or lacking in the kit.
; Costs are about seconds.
(define (domain kitting)
  (:requirements :strips :typing :action-costs)

  (:types Robot EndEffector EndEffectorHolder EndEffectorChangingStation
          PartsTray Kit WorkTable StockKeepingUnit Count - object)

  (:predicates
    ; Of the cell; no action changes these.
    (robot-reaches-partsTray ?robot - Robot ?tray - PartsTray)
    (robot-reaches-kit ?robot - Robot ?kit - Kit)
    (robot-reaches-endEffectorHolder ?robot - Robot ?holder - EndEffectorHolder)
    (endEffector-handles-part ?endeffector - EndEffector ?sku - StockKeepingUnit)
    (endEffectorHolder-fits-endEffector ?holder - EndEffectorHolder ?endeffector - EndEffector)
    (endEffectorChangingStation-has-endEffectorHolder
      ?station - EndEffectorChangingStation ?holder - EndEffectorHolder)
    (workTable-has-kit ?worktable - WorkTable ?kit - Kit)
    (partsVessel-has-place-for ?tray - PartsTray ?sku - StockKeepingUnit ?count - Count)
    (next ?less ?more - Count)

    ; End effectors: each is on a robot or in a holder.
    (robot-has-endEffector ?robot - Robot ?endeffector - EndEffector)
    (robot-has-no-endEffector ?robot - Robot)
    (endEffectorHolder-has-endEffector ?holder - EndEffectorHolder ?endeffector - EndEffector)
    (endEffectorHolder-is-empty ?holder - EndEffectorHolder)

    ; What an end effector is about, one of these: nothing, a part that was seen, a part that it is set to grasp, a part in it,
    ; a part in it whose slot was seen.
    (endEffector-is-free ?endeffector - EndEffector)
    (part-is-found ?sku - StockKeepingUnit ?endeffector - EndEffector)
    (grasp-is-set ?sku - StockKeepingUnit ?endeffector - EndEffector)
    (part-has-physicalLocation-refObject-endEffector
      ?sku - StockKeepingUnit ?endeffector - EndEffector)
    (slot-is-found ?sku - StockKeepingUnit ?kit - Kit ?endeffector - EndEffector)

    (partsVessel-has-parts ?tray - PartsTray ?sku - StockKeepingUnit ?count - Count)
    (kit-lacks-parts ?kit - Kit ?sku - StockKeepingUnit ?count - Count))

  (:functions (total-cost) - number)

  (:action look-for-part
    :parameters (?robot - Robot ?sku - StockKeepingUnit ?endeffector - EndEffector)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (endEffector-handles-part ?endeffector ?sku)
      (endEffector-is-free ?endeffector))
    :effect (and
      (not (endEffector-is-free ?endeffector))
      (part-is-found ?sku ?endeffector)
      (increase (total-cost) 1)))

  (:action set-grasp
    :parameters (?robot - Robot ?sku - StockKeepingUnit ?endeffector - EndEffector)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (part-is-found ?sku ?endeffector))
    :effect (and
      (not (part-is-found ?sku ?endeffector))
      (grasp-is-set ?sku ?endeffector)
      (increase (total-cost) 1)))

  (:action take-part
    :parameters (?robot - Robot ?sku - StockKeepingUnit ?tray - PartsTray ?endeffector - EndEffector
                 ?before ?after - Count)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (robot-reaches-partsTray ?robot ?tray)
      (grasp-is-set ?sku ?endeffector)
      (next ?after ?before)
      (partsVessel-has-parts ?tray ?sku ?before))
    :effect (and
      (not (partsVessel-has-parts ?tray ?sku ?before))
      (partsVessel-has-parts ?tray ?sku ?after)
      (not (grasp-is-set ?sku ?endeffector))
      (part-has-physicalLocation-refObject-endEffector ?sku ?endeffector)
      (increase (total-cost) 6)))

  (:action look-for-slot
    :parameters (?robot - Robot ?sku - StockKeepingUnit ?kit - Kit ?endeffector - EndEffector)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (robot-reaches-kit ?robot ?kit)
      (part-has-physicalLocation-refObject-endEffector ?sku ?endeffector))
    :effect (and
      (not (part-has-physicalLocation-refObject-endEffector ?sku ?endeffector))
      (slot-is-found ?sku ?kit ?endeffector)
      (increase (total-cost) 1)))

  (:action place-part
    :parameters (?robot - Robot ?sku - StockKeepingUnit ?kit - Kit ?endeffector - EndEffector
                 ?worktable - WorkTable ?before ?after - Count)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (robot-reaches-kit ?robot ?kit)
      (workTable-has-kit ?worktable ?kit)
      (slot-is-found ?sku ?kit ?endeffector)
      (next ?after ?before)
      (kit-lacks-parts ?kit ?sku ?before))
    :effect (and
      (not (slot-is-found ?sku ?kit ?endeffector))
      (endEffector-is-free ?endeffector)
      (not (kit-lacks-parts ?kit ?sku ?before))
      (kit-lacks-parts ?kit ?sku ?after)
      (increase (total-cost) 6)))

  ; Into a tray: a handover to a robot that reaches what this one does not, or a part that no kit lacks.
  (:action put-part
    :parameters (?robot - Robot ?sku - StockKeepingUnit ?tray - PartsTray ?endeffector - EndEffector
                 ?before ?after - Count)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (robot-reaches-partsTray ?robot ?tray)
      (part-has-physicalLocation-refObject-endEffector ?sku ?endeffector)
      (next ?before ?after)
      (partsVessel-has-place-for ?tray ?sku ?after)
      (partsVessel-has-parts ?tray ?sku ?before))
    :effect (and
      (not (part-has-physicalLocation-refObject-endEffector ?sku ?endeffector))
      (endEffector-is-free ?endeffector)
      (not (partsVessel-has-parts ?tray ?sku ?before))
      (partsVessel-has-parts ?tray ?sku ?after)
      (increase (total-cost) 6)))

  (:action attach-endEffector
    :parameters (?robot - Robot ?endeffector - EndEffector ?holder - EndEffectorHolder
                 ?station - EndEffectorChangingStation)
    :precondition (and
      (robot-has-no-endEffector ?robot)
      (robot-reaches-endEffectorHolder ?robot ?holder)
      (endEffectorChangingStation-has-endEffectorHolder ?station ?holder)
      (endEffectorHolder-has-endEffector ?holder ?endeffector))
    :effect (and
      (not (robot-has-no-endEffector ?robot))
      (robot-has-endEffector ?robot ?endeffector)
      (not (endEffectorHolder-has-endEffector ?holder ?endeffector))
      (endEffectorHolder-is-empty ?holder)
      (increase (total-cost) 15)))

  (:action detach-endEffector
    :parameters (?robot - Robot ?endeffector - EndEffector ?holder - EndEffectorHolder
                 ?station - EndEffectorChangingStation)
    :precondition (and
      (robot-has-endEffector ?robot ?endeffector)
      (endEffector-is-free ?endeffector)
      (robot-reaches-endEffectorHolder ?robot ?holder)
      (endEffectorChangingStation-has-endEffectorHolder ?station ?holder)
      (endEffectorHolder-fits-endEffector ?holder ?endeffector)
      (endEffectorHolder-is-empty ?holder))
    :effect (and
      (not (robot-has-endEffector ?robot ?endeffector))
      (robot-has-no-endEffector ?robot)
      (not (endEffectorHolder-is-empty ?holder))
      (endEffectorHolder-has-endEffector ?holder ?endeffector)
      (increase (total-cost) 15))))
