# The classroom page, following the teacher, and presenter mode

page-classroom = Class
    .title = One room, one server
    .lead = The teacher shows a run; students look at it, each at a head of their own, follow along, or train their own.
home-lesson-classroom = Teachers: see all runs, show yours to the class. Students: follow, or look around on your own.

# Presenter mode
presenter-enter = Present
    .help = Large type and no sidebar, for a projector. Escape ends it.
presenter-leave = Leave (Esc)

# The sidebar
classroom-follow = Follow the teacher
    .help = This page goes where the teacher goes: same page, run, block, head, step and text. Language and theme stay yours. Switch it off at any time to look around on your own.
classroom-follow-nobody = The teacher shows nothing at the moment. You will be taken along when they do.
classroom-stage = Show the class where I am
    .help = Everyone who follows sees the page that you are at, with your run, head, step and text. The Class page itself is not shown.

# Without the setting
classroom-off = This server works for one learner, or a few who share links. For a class, start it like this: then the teacher has a key, sees all runs, can pause them and set limits, and students can follow.
classroom-off-more = Exact commands, for lessons without the internet too, are in docs/classroom.md.

# Students
classroom-you = On this server you are **{ $name }**.
classroom-how = Three ways to take part
classroom-how-follow = **Follow:** switch on “Follow the teacher” at the side. Your page then goes where the teacher goes.
classroom-how-look = **Look around:** open the teacher's run and choose a head, a text and a step of your own. You cannot disturb anything.
classroom-how-train = **Train:** start a run of your own on the Train page. Only your browser controls it.
classroom-teachers-run = Open the teacher's run
classroom-no-teachers-run = The teacher shows no run at the moment.
classroom-limits = Each student may train { $runs ->
    [one] { $runs } run
   *[other] { $runs } runs
} at the same time, with models of up to { $parameters } parameters. Further runs wait, and start by themselves.
classroom-paused = The teacher has paused all runs.
classroom-teacher-door = I am the teacher
classroom-key = Teacher's key
    .help = It stands in the terminal in which the server was started, or is what GPTVIZ_TEACHER_KEY says.
classroom-enter = Enter

# The teacher
classroom-join = Students open
classroom-join-local = Only this computer can reach the server now. Start it with --server.address 0.0.0.0, so that students can.
classroom-join-follow = To have them follow from the start, give them this address:
classroom-all = All runs
classroom-none = There are no runs yet.
classroom-pause-all = Pause all
    .help = All students' runs pause, and none begins. Yours go on.
classroom-resume-all = Resume all
    .help = Those that “Pause all” has paused go on. Those that somebody paused on their own stay paused.
classroom-count = { $training } training, { $waiting } waiting, { $all } shown
classroom-who = Who
classroom-run = Run
classroom-status = Status
classroom-step = Steps
classroom-loss = Test loss
classroom-curve = Curve
classroom-waits = Waiting
classroom-teacher = Teacher
classroom-one = One run
classroom-choose = Choose a run
classroom-look = Look at it
classroom-pause = Pause
classroom-resume = Resume
classroom-stop = Stop for good
classroom-limits-title = Limits for each student
classroom-limits-runs = Runs at the same time
classroom-limits-parameters = Parameters of a model, at most
    .help = The quick preset has about 100,000. A run that has begun already goes on, even if it is larger, until it is paused.
classroom-limits-set = Set

# { $colour } is 0 to 7, { $animal } 0 to 15
classroom-nickname = { $colour ->
    [0] Red
    [1] Blue
    [2] Green
    [3] Golden
    [4] Silver
    [5] Orange
    [6] Violet
   *[other] White
} { $animal ->
    [0] Fox
    [1] Heron
    [2] Otter
    [3] Tiger
    [4] Panda
    [5] Crane
    [6] Turtle
    [7] Rabbit
    [8] Whale
    [9] Owl
    [10] Deer
    [11] Horse
    [12] Swan
    [13] Bear
    [14] Dolphin
   *[other] Sparrow
} { $number }

# Errors
error-not-teacher = Only the teacher can do this. Enter the teacher's key on the Class page first.
error-teacher-key = This is not the teacher's key. Valid: the one in the server's terminal.
error-teacher-tries = Too many wrong tries. The next one is possible in { $seconds ->
    [one] { $seconds } second
   *[other] { $seconds } seconds
}.
